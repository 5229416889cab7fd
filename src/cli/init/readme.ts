import { Answers, hostOf } from './answers';

/** The README of a repository, which explains how to work in it. */
export function readme(answers: Answers): string {
  const { name, image, environments, ci, issuer } = answers;
  const production = environments[environments.length - 1];
  const [first] = environments;
  const checks = { github: '`.github/workflows/manifests.yml`', gitlab: '`.gitlab-ci.yml`', none: undefined }[ci];
  return `# Deployments

This repository contains a program that describes what runs in the clusters, and its manifests. Commit and review both together.

| | |
|---|---|
| \`settings.ts\` | the environments, and what differs between them |
| \`images.yaml\` | the version of each image in each environment |
| \`applications/${name}.ts\` | the application ${name} |
| \`environments.ts\` | what the clusters run, and the applications of each environment |
| \`main.ts\` | writes \`dist/\` |
| \`test/\` | tests of the manifests |
| \`dist/\` | the manifests; do not edit them |
${checks === undefined ? '' : `| ${checks} | the checks of pull requests |\n`}| \`CODEOWNERS\` | the owners, who approve changes |

## Commands

\`\`\`sh
npm ci               # once
npm run synth        # write dist/
npm test
npm run validate     # check dist/ against schemas
npm run diff         # show what the program would change in dist/
\`\`\`

## Release

\`\`\`sh
npx cdk8s-oam set-image --env ${first} ${image}=<tag>
npm run synth
\`\`\`
${promotion(environments)}
To add or remove an environment, change \`settings.ts\` and \`images.yaml\` together: both must name the same environments.

## Pull requests

${checks === undefined ? 'No checks of pull requests are set up yet.' : CHECKED}

${RULES[ci]}

## Delivery

${deliveryOf(answers)} The host of ${name} is \`${hostOf(answers, environments.length - 1)}\` in ${production}.

${CLUSTER} \`${issuer}\`. If yours differ, change \`environments.ts\`.
`;
}

const CLUSTER = 'Each cluster has kube-prometheus-stack (Helm release `monitoring` in the namespace `monitoring`), Traefik, and '
  + 'cert-manager with the ClusterIssuer';

const CHECKED = 'The checks fail if a test fails, if a manifest does not match its schema, or if a file in `dist/` is missing, edited or '
  + 'added by hand. A comment shows what a change does to each environment.';

/** What enforces the checks and the reviews: without it, both are only information. */
const RULES: Readonly<Record<Answers['ci'], string>> = {
  github: 'In the rules of the branch `main`, require the check `manifests` and reviews from code owners. Without these rules, a pull '
    + 'request can be merged with a failed check or without an approval.',
  gitlab: 'In the settings of the project, require successful pipelines for merges, and for the protected branch the approval of code '
    + 'owners (GitLab Premium). Without these settings, a merge request can be merged with a failed check or without an approval.\n\n'
    + 'For the comment, create a project access token with only the role Reporter and the scope `api`, because everyone who can push can '
    + 'use it. Store it in the masked variable `COMMENT_TOKEN` with the environment scope `comment`.',
  none: 'In the rules of the branch, require reviews from code owners. Without that rule, CODEOWNERS has no effect.',
};

/** From each environment to the next one, which is never skipped. */
function promotion([first, next, ...others]: readonly string[]): string {
  if (next === undefined) return '';
  const later = others.map((name, i) => `${i === 0 ? ', and in the same way' : ','} from ${others[i - 1] ?? next} to ${name}`).join('');
  return `
Promote what runs in ${first} to ${next}${later}:

\`\`\`sh
npx cdk8s-oam set-image --from ${first} --env ${next}
npm run synth
\`\`\`
`;
}

function deliveryOf({ delivery, environments, repository }: Answers): string {
  const files = (folder: string) => environments.map(each => `-f dist/${folder}/${each}.yaml`).join(' ');
  switch (delivery) {
    case 'argo-cd':
      return `Argo CD applies what you commit to <${repository}>. Apply one file for each environment, once: `
        + `\`kubectl apply ${files('_argocd')}\`. Argo CD must know each cluster by the name of its environment.`;
    case 'flux':
      return `Flux applies what you commit to <${repository}>. Apply one file in each cluster, once, such as `
        + `\`kubectl apply -f dist/_flux/${environments[0]}.yaml\`.`;
    case 'none':
      return 'Delivery is not set up yet. Set `delivery` of `Environments`, or apply a folder of `dist/` by hand.';
  }
}
