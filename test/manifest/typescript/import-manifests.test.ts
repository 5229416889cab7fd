import { corpus, documentsOf, expectSame, original, projectOf, testWithCorpus } from './generated';
import { ODD_DOCUMENTS } from './odd-documents';

describe('the program that is made of manifests writes each of their objects', () => {
  test.each(Object.entries(ODD_DOCUMENTS))('%s', (what, text) => {
    const documents = documentsOf(text);
    expectSame(projectOf(text), what === 'the same object twice' ? documents.slice(1) : documents);
  });
});

describe('in the folder that OAM_CORPUS names', () => {
  const applications = corpus();

  testWithCorpus.each(applications.length > 0 ? applications : ['none'])('%s is imported into a program that writes it', application => {
    const text = original(application);
    expectSame(projectOf(text, `${application}.yaml`), documentsOf(text));
  });
});
