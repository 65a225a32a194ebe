/** The build of a host's pages. */
export { hostWeb } from './host-web.ts'
export type { HostWebOptions } from './host-web.ts'
