/** Real name servers, and programs of Debian, for the tests of other packages. */
export { missingTools } from './debian-tools.ts'
export { missingPrograms } from './missing-programs.ts'
export { PeerServer } from './peer-server.ts'
export type { PeerKind, PeerZone } from './peer-server.ts'
export { signedUpdate } from './signed-update.ts'
