import type { Mux } from '@host/plugin'

/** The mux of this plugin. */
export type WorkspacesMux = Mux<'workspaces', object, 'workspaces' | 'members' | 'invitations'>
