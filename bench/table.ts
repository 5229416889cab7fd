/** A Markdown table whose columns are aligned, so that it reads well on a terminal too. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map(row => row[i].length)));
  const line = (cells: string[]) => `| ${cells.map((cell, i) => i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])).join(' | ')} |`;
  const rule = `|${widths.map((width, i) => i === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}
