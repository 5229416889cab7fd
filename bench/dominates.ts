/** Read off CPU profiles by hand (`node --cpu-prof`); the bench itself does not profile. */
export const DOMINATES = `About these shares of construction and synthesis were read off profiles (\`node --cpu-prof\`, by hand) of 1,000 components in one chart:

| share of the time                                      | plain | library |
|--------------------------------------------------------|------:|--------:|
| the \`yaml\` package writes                              |   75% |     47% |
| garbage collection                                     |   13% |     11% |
| constructs are made                                    |    2% |     19% |
| \`toJson\` of the objects                                |   10% |      6% |
| cdk8s's dependency graph and passes over the tree      |       |     13% |
| the library's tree check                               |       |      4% |

- Writing YAML dominates both sides, and no code of the library takes part in it.
- The library's tree has 3.5 constructs for each API object, and cdk8s passes over each of them in every validation and
  dependency graph. A tree of the same shape whose extra constructs are *empty* takes 1.15 times as long as plain API objects in one chart, and 1.4 to
  1.5 times in 200 charts, where cdk8s passes over the whole tree once for each chart.
- Rendering is cheaper than cdk8s's own: the library copies and sorts plain data once, cdk8s resolves and cleans each value.
- Making constructs is copying and checking what the user gave, most of it in workloads (\`plain\`, \`object\`, \`list\`), in code that is still cold at 1,000 components.`;
