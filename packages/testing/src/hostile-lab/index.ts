/** A hostile laboratory for plugins that send requests where somebody else says. */
export { startHostileLab } from './start-hostile-lab.ts'
export type { HostileLab } from './start-hostile-lab.ts'
export { hostile } from './hostile-answers.ts'
export type { Coding, SiteAnswer } from './hostile-answers.ts'
export type { HostileSite, SiteRequest } from './hostile-site.ts'
export type { NameServer, NameTurn } from './name-server.ts'
export { startListener } from './silent-listener.ts'
export type { RunningListener, SilentListener } from './silent-listener.ts'
