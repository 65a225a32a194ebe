/** Real name servers for the tests of other packages. */
export { missingTools } from './debian-tools.ts'
export { PeerServer } from './peer-server.ts'
export type { PeerKind, PeerZone } from './peer-server.ts'
