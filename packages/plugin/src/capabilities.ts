import type { Role } from './roles.ts'
import type { SettingsSection } from './settings-section.ts'
import type { JsonSchema } from './json-schema.ts'
import type { WorkspaceContext, WorkspaceScope } from './scope.ts'

/** A permission that routes can ask for. */
export interface PermissionDefinition {
  /** `noun.verb`, such as `notes.write`. */
  readonly name: string
  readonly title: string
  /** The lowest role that has it unless a workspace decides otherwise. */
  readonly role: Role
  /** Marks the token of an agent: routes that need an approval are open to it only through an approval. */
  readonly isForAgents?: boolean
}

/** Declared settings, by owner. */
export interface SettingsDefinition {
  readonly instance?: SettingsSection
  readonly workspace?: SettingsSection
  readonly user?: SettingsSection
}

/**
 * A tool for agents that no endpoint covers. The host makes a route of it, `POST /api/x/<plugin>/tools/<name>`, so that
 * gate, guard, scope, limits, idempotency and audit hold for it as for every other.
 */
export interface McpTool<Tables = object> {
  /** Shown as `<plugin>_<name>`: lower-case letters, digits and `_`, at most 40. */
  readonly name: string
  readonly description: string
  /** The JSON Schema of an object; input that does not match it is refused. */
  readonly input: JsonSchema
  /** 403 below this role; `member` when left out. */
  readonly role?: Role
  /** A permission that the plugin declares. */
  readonly permission?: string
  readonly readOnly?: boolean
  readonly destructive?: boolean
  /** An admin approves each call before it runs. */
  readonly approval?: boolean
  run(scope: WorkspaceScope<Tables>, input: unknown): Promise<unknown>
}

/** A record that the search found. Titles and details are in the language of the scope; longer ones are cut. */
export interface SearchHit {
  /** At most 200 characters. */
  readonly title: string
  /** At most 200 characters. */
  readonly detail?: string
  /** The record's page, relative to the workspace shell, such as `/notes/nte_01h...`. */
  readonly path: string
}

/**
 * A condition of a well-run instance, such as a mail sender, for the page "Readiness" of the console. Texts are in the
 * language that was asked for.
 * @since 1.0.0
 */
export interface ReadinessItem {
  /** Unique in the plugin: lower-case letters, digits and hyphens. */
  readonly id: string
  /** At most 200 characters. */
  readonly title: string
  /** `fail`: something does not work. `warn`: it works, at a risk. `unknown`: it could not be determined. */
  readonly state: 'ok' | 'warn' | 'fail' | 'unknown'
  /** The reason of the state, in a sentence. */
  readonly reason?: string
  /** The next step, in a sentence. */
  readonly fix?: string
  /** The page of the next step, relative to the console, such as `/settings`. */
  readonly path?: string
  /** The slug of a help page. */
  readonly help?: string
}

/** A step of the onboarding checklist. */
export interface ChecklistItem {
  /** Unique in the plugin: lower-case letters, digits and hyphens. */
  readonly id: string
  readonly title: string
  /** Where it is done, relative to the workspace shell. */
  readonly path: string
  readonly done: boolean
}

/**
 * Records with which people try a feature. An admin adds and removes those of all features at once.
 * @example
 * sampleData: {
 *   add: async ({ db, language }) => {
 *     const text = { en: 'Buy milk', zh: '买牛奶' }[language]
 *     const note = await db.insertInto('notes_notes').values({ text }).returning('id').executeTakeFirstOrThrow()
 *     return [note.id]
 *   },
 *   remove: async ({ db }, ids) => {
 *     await db.deleteFrom('notes_notes').where('id', 'in', [...ids]).execute()
 *   },
 * }
 */
export interface SampleData<Tables = object, Context = unknown> {
  /** Adds them within 5 s, in a transaction, and calls no one outside. @returns their IDs: 1 to 200 */
  add(scope: WorkspaceScope<Tables>, ctx: Context): Promise<readonly string[]>
  /** Removes them within 5 s, in a transaction, with what belongs to them. IDs of records that are gone already are no error. */
  remove(scope: WorkspaceScope<Tables>, ids: readonly string[], ctx: Context): Promise<void>
}

/** A plugin's part of a workspace's export and of its deletion. */
export interface WorkspaceData<Tables = object> {
  /** All data of the workspace, with no hash and no secret in it. */
  export(scope: WorkspaceContext<Tables>): Promise<unknown>
  /** Erases data that the host cannot see; rows of workspace tables are erased by the host. */
  erase(scope: WorkspaceContext<Tables>): Promise<void>
}
