import { isSecretKey, isSecretVariable, withoutCredentials } from '../../../src/cli/diff/credentials';

describe('keys', () => {
  test.each([
    'password', 'PASSWORD', 'dbPassword', 'db.passwords', 'passwd', 'passphrase', 'pwd', 'token', 'authToken', 'apiKey', 'api-key', 'API_KEY', 'private_key', 'accessKey', 'secretKey',
    'clientSecret', 'credentials', 'Authorization', 'DB_AUTH', 'TOKEN_2', 'KEY',
  ])('%s may have a password', key => {
    expect(isSecretKey(key, false)).toBe(true);
  });

  test.each(['secretName', 'secret', 'webLogicCredentialsSecret', 'tokenSecretRef', 'key', 'tls.key', 'passwordFile', 'name', 'image', 'MODE', 'Keystone', ''])('%s has none', key => {
    expect(isSecretKey(key, false)).toBe(false);
  });

  test.each([['tls.key', true], ['secret', true], ['token', true], ['id_rsa.pub', false], ['application.properties', false], ['keys.json', false]])('%s of data: %s', (key, isSecret) => {
    expect(isSecretKey(key, true)).toBe(isSecret);
  });

  test.each([['DB_PASS', true], ['AWS_ACCESS_KEY_ID', true], ['GITHUB_TOKEN', true], ['oauthClient', true], ['Credential', true], ['MODE', false], ['JAVA_OPTS', false]])('the variable %s: %s', (name, isSecret) => {
    expect(isSecretVariable(name)).toBe(isSecret);
  });
});

describe('texts', () => {
  test.each([
    ['password=hunter2', 'password=…'],
    ['db.password : hunter 2, and more', 'db.password : …'],
    ['a: 1\nspring.datasource.password=hunter2\nb: 2\n', 'a: 1\nspring.datasource.password=…\nb: 2\n'],
    ['{"token":"hunter2","a":1}', '{"token":…'],
    ['<password>hunter2</password>', '<password>…'],
    ['DB_PASSWORD=hunter2', 'DB_PASSWORD=…'],
    ['Authorization: Basic aHVudGVyMg==', 'Authorization: …'],
    ['--password hunter2', '--password …'],
    ['--admin-token=hunter2', '--admin-token=…'],
    ['-pwd hunter2', '-pwd …'],
    ['client_secret: hunter2', 'client_secret: …'],
    ['jdbc:mysql://root:hunter2@db:3306/x', 'jdbc:mysql://root:…@db:3306/x'],
    ['a https://x:hunter2@y b https://x:hunter3@y', 'a https://x:…@y b https://x:…@y'],
    ['-----BEGIN RSA PRIVATE KEY-----\nhunter2\nhunter3\n-----END RSA PRIVATE KEY-----\nb', '-----BEGIN RSA PRIVATE KEY-----\n…\n…\n-----END RSA PRIVATE KEY-----\nb'],
    ['-----BEGIN PRIVATE KEY-----\\nhunter2', '-----BEGIN PRIVATE KEY-----…'],
    ['-----BEGIN PRIVATE KEY-----\nhunter2\n\nhunter3', '-----BEGIN PRIVATE KEY-----\n…\n\n…'],
  ])('%j is shown as %j', (text, shown) => {
    expect(withoutCredentials(text)).toBe(shown);
  });

  test.each(['', 'password', 'password=', 'password: \n  user: x', 'the password file', 'secretName: x', 'http://host:8080/path', 'https://a@b', '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----'])('%j is shown as it is', text => {
    expect(withoutCredentials(text)).toBe(text);
  });

  test('long ones are looked through in time', () => {
    for (const part of ['//a:', '-----BEGIN PRIVATE KEY-----', 'password', '--password ', '- ', 'token\t', 'token   \n', '--token   \n']) {
      expect(withoutCredentials(part.repeat(100_000)).length).toBeGreaterThan(10);
    }
  });
});
