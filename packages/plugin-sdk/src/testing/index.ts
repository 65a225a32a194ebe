/** For tests of pages: a page on a document, with a server of answers behind it. */
export { accessibilityProblems } from './accessibility-problems.ts'
export { mountPage, variants } from './mount-page.ts'
export type { MountedPage, MountOptions } from './mount-page.ts'
export { createFakeServer, problem, shellAnswers } from './fake-server.ts'
export type { FakeAnswer, FakeAnswers, FakeRequest, FakeServer } from './fake-server.ts'
