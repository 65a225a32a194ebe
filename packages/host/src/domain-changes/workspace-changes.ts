import type { OwnWorkspace, WorkspaceSuspension } from '@host/plugin/platform'
import type { ChangeRow, ChangeRows, InEither, InInstance, InWorkspace } from './change-row.ts'

/** The values of a workspace that its members may change. */
export type WorkspaceField =
  | 'name'
  | 'slug'
  | 'accent'
  | 'logo'
  | 'timeZone'
  | 'requireSecondFactor'
  | 'requireSso'
  | 'requireSsoForTokens'

/** Kinds of changes of these values. */
export type WorkspaceEdit =
  | 'workspace.renamed'
  | 'workspace.readdressed'
  | 'workspace.recoloured'
  | 'workspace.pictured'
  | 'workspace.timezone_changed'
  | 'workspace.secured'

/** Changed values, by their name. */
type Values = Readonly<Record<string, OwnWorkspace[WorkspaceField]>>

interface Edited extends InWorkspace {
  readonly before: Values
  readonly after: Values
}

/** A change that the log of the workspace has, and that of the instance, which outlives it. */
interface InBothLogs extends InEither {
  readonly workspaceId: string
}

interface Closed<EraseAt> extends InBothLogs {
  readonly slug: string
  readonly name: string
  readonly eraseAt: EraseAt
}

interface Suspended extends InBothLogs {
  readonly before: WorkspaceSuspension | undefined
  readonly after: WorkspaceSuspension | undefined
}

interface Imported extends InBothLogs {
  readonly slug: string
  readonly name: string
  readonly isClone: boolean
  /** Of the content of the file. */
  readonly sha256: string
}

interface Switched extends InWorkspace {
  readonly feature: string
  /** With the features that it takes along. */
  readonly changed: Readonly<Record<string, boolean>>
}

/** Changes of a workspace itself, by their kind. */
export interface WorkspaceFacts extends Readonly<Record<WorkspaceEdit, Edited>> {
  'workspace.created': InWorkspace & { readonly name: string; readonly slug: string }
  'workspace.closed': Closed<string>
  'workspace.restored': Closed<null>
  'workspace.suspended': Suspended
  'workspace.resumed': Suspended
  'workspace.transferred': InWorkspace & { readonly userId: string; readonly name: string }
  'workspace.exported': InWorkspace
  'workspace.imported': Imported
  'workspace.erased': InInstance & { readonly workspaceId: string }
  /** `plugin` is the one whose part failed. */
  'workspace.erase_failed': InInstance & { readonly workspaceId: string; readonly plugin: string | null }
  'feature.switched_on': Switched
  'feature.switched_off': Switched
}

const targetOf = (id: string): string => `workspace:${id}`

const edited: ChangeRow<Edited> = {
  entry: ({ orgId, before, after }) => ({ target: targetOf(orgId), before, after }),
  event: ({ before, after }) => ({ name: 'workspace.changed', data: { before, after } }),
}

const suspended = {
  entry: ({ workspaceId, before, after }) => ({
    target: targetOf(workspaceId),
    before: before && { ...before },
    after: after && { ...after },
  }),
  event: undefined,
} as const satisfies ChangeRow<Suspended>

const switched: ChangeRow<Switched> = {
  entry: ({ feature, changed }) => ({ target: `feature:${feature}`, after: changed }),
  event: ({ changed }) => ({
    name: 'feature.switched',
    data: { features: Object.entries(changed).map(([feature, isOn]) => ({ feature, isOn })) },
  }),
}

export const workspaceRows = {
  'workspace.created': {
    entry: ({ orgId, name, slug }) => ({ target: targetOf(orgId), after: { name, slug } }),
    event: ({ name, slug }) => ({ name: 'workspace.created', data: { name, slug } }),
  },
  'workspace.renamed': edited,
  'workspace.readdressed': edited,
  'workspace.recoloured': edited,
  'workspace.pictured': edited,
  'workspace.timezone_changed': edited,
  'workspace.secured': edited,
  'workspace.closed': {
    entry: ({ workspaceId, slug, name, eraseAt }) => ({
      target: targetOf(workspaceId),
      after: { slug, name, eraseAt },
    }),
    event: ({ eraseAt }) => ({ name: 'workspace.closed', data: { eraseAt } }),
  },
  'workspace.restored': {
    entry: ({ workspaceId, slug, name, eraseAt }) => ({
      target: targetOf(workspaceId),
      after: { slug, name, eraseAt },
    }),
    event: () => ({ name: 'workspace.restored', data: {} }),
  },
  'workspace.suspended': suspended,
  'workspace.resumed': suspended,
  'workspace.transferred': {
    entry: ({ userId, name }) => ({ target: `user:${userId}`, after: { name } }),
    event: undefined,
  },
  'workspace.exported': { entry: ({ orgId }) => ({ target: targetOf(orgId) }), event: undefined },
  'workspace.imported': {
    entry: ({ workspaceId, slug, name, isClone, sha256 }) => ({
      target: targetOf(workspaceId),
      after: { slug, name, isClone, sha256 },
    }),
    event: undefined,
  },
  'workspace.erased': { entry: ({ workspaceId }) => ({ target: targetOf(workspaceId) }), event: undefined },
  'workspace.erase_failed': {
    entry: ({ workspaceId, plugin }) => ({ target: targetOf(workspaceId), after: { plugin } }),
    event: undefined,
  },
  'feature.switched_on': switched,
  'feature.switched_off': switched,
} as const satisfies ChangeRows<WorkspaceFacts>
