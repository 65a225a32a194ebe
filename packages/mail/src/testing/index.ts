/** Mail programs and clients for the tests of other packages. */
export { RawClient } from '../smtp/testing/raw-client.ts'
export { missingTools } from './debian-tools.ts'
export { Postfix } from './postfix.ts'
