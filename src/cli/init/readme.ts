import { Answers, hostOf } from './answers';

/** What a repository says of itself: how one works in it. */
export function readme(answers: Answers): string {
  const { name, image, environments, ci, issuer } = answers;
  const production = environments[environments.length - 1];
  const [first] = environments;
  const checks = { github: '`.github/workflows/manifests.yml`', gitlab: '`.gitlab-ci.yml`', none: undefined }[ci];
  const comment = ci === 'gitlab'
    ? ' For the comment, make an access token of the project with the scope `api`, and put it into the variable `COMMENT_TOKEN`, '
      + 'masked, with the environment scope `comment`.'
    : '';
  return `# Deployments

What runs in the clusters, as a program and as the manifests that it writes. Both are committed, and reviewed together.

| | |
|---|---|
| \`settings.ts\` | the environments, and what differs between them |
| \`images.yaml\` | the version of each image in each environment |
| \`applications/${name}.ts\` | the application ${name} |
| \`environments.ts\` | what the clusters have, and what each environment holds |
| \`main.ts\` | writes \`dist/\` |
| \`test/\` | what the manifests have to do |
| \`dist/\` | the manifests; never edited by hand |
${checks === undefined ? '' : `| ${checks} | the checks of pull requests |\n`}| \`CODEOWNERS\` | who approves changes |

## Work

\`\`\`sh
npm ci               # once
npm run synth        # write dist/
npm test
npm run validate     # check dist/ against the schemas of its kinds
npm run diff         # what the program would change in dist/
\`\`\`

Commit the program and \`dist/\` together.

## Release

\`\`\`sh
npx cdk8s-oam set-image --env ${first} ${image}=<tag>
npm run synth
\`\`\`
${promotion(first, production)}
## Pull requests

${checks === undefined ? NOT_CHECKED : `${CHECKED}${comment}`}

## Delivery

${deliveryOf(answers)} The host of ${name} is \`${hostOf(answers, environments.length - 1)}\` in ${production}.

${CLUSTER} \`${issuer}\`. \`environments.ts\` says so: change it for other clusters.
`;
}

const CLUSTER = 'Each cluster has kube-prometheus-stack (Helm release `monitoring` in the namespace `monitoring`), Traefik, and '
  + 'cert-manager with the ClusterIssuer';

const NOT_CHECKED = 'Nothing checks pull requests yet.';

const CHECKED = 'The checks fail if a test fails, if a manifest is not as its schema says, or if `dist/` is not what the program writes: '
  + 'a file that is missing, edited or added by hand. '
  + 'A comment shows what a change does to each environment.';

function promotion(first: string, production: string): string {
  if (first === production) return '';
  return `
What was tried in ${first} goes on as it is:

\`\`\`sh
npx cdk8s-oam set-image --from ${first} --env ${production}
npm run synth
\`\`\`
`;
}

function deliveryOf({ delivery, environments, repository }: Answers): string {
  const files = (folder: string) => environments.map(each => `-f dist/${folder}/${each}.yaml`).join(' ');
  switch (delivery) {
    case 'argo-cd':
      return `Argo CD applies what is committed to <${repository}>. It needs one file of each environment, once: `
        + `\`kubectl apply ${files('_argocd')}\`. It knows each cluster by the name of the environment.`;
    case 'flux':
      return `Flux applies what is committed to <${repository}>. It needs one file in each cluster, once, such as `
        + `\`kubectl apply -f dist/_flux/${environments[0]}.yaml\`.`;
    case 'none':
      return 'Nothing delivers the manifests yet: give `Environments` a `delivery`, or apply a folder of `dist/` by hand.';
  }
}
