import type { Mux } from '@host/plugin'
import type { Tables } from './models.ts'

/** The mux of this plugin. */
export type WorkspacesMux = Mux<'workspaces', Tables, 'workspaces' | 'members' | 'invitations' | 'support-access'>
