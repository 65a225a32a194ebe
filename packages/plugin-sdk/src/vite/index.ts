/** The build of a host's pages. */
export { hostWeb } from './host-web.ts'
export type { HostWebOptions } from './host-web.ts'
export { inspectWebHalf } from './inspect-web-half.ts'
export type { InspectedPage, WebHalfInspection } from './inspect-web-half.ts'
export type { WebHalf } from './web-half.ts'
