/** Read off CPU profiles by hand (`node --cpu-prof`); the bench itself does not profile. */
export const DOMINATES = `About these shares of construction and synthesis were read off profiles (\`node --cpu-prof\`, by hand) of 3,000 components in one chart:

| share of the time                                      | plain | library |
|--------------------------------------------------------|------:|--------:|
| the \`yaml\` package writes                              |   78% |     45% |
| constructs are made                                    |    2% |     29% |
| garbage collection                                     |    7% |      8% |
| the library's tree check                               |       |      8% |
| \`toJson\` of the objects                                |    9% |      5% |
| cdk8s's dependency graph and passes over the tree      |    3% |      4% |

- Writing YAML dominates both sides, and no code of the library takes part in it.
- Making constructs is copying and checking what the user gave, most of it in workloads (\`plain\`, \`object\`, \`list\`).
- The library's tree has about 2.2 constructs for each object on Kubernetes, and 4.3 on OAM. cdk8s passes over each of them in every validation and
  dependency graph, once for each chart: hence the larger ratio with 200 charts.
- Rendering is cheaper than cdk8s's own: the library copies and sorts plain data once, cdk8s resolves and cleans each value.`;
