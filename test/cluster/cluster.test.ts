import { describeCluster } from './support/describe-cluster';

describeCluster({ controllers: true }, 'a cluster of the tests', (cluster) => {
  test('is of the version that go.mod names, and has the controllers that make pods', async () => {
    const { client } = cluster();
    expect(await client.ask('GET', '/version')).toMatchObject({ gitVersion: 'v1.34.4', major: '1', minor: '34' });
  });
});
