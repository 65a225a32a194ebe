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
}

/** Declared settings, by whom they belong to. */
export interface SettingsDefinition {
  readonly instance?: SettingsSection
  readonly workspace?: SettingsSection
  readonly user?: SettingsSection
}

/** A tool for agents that no endpoint covers. */
export interface McpTool {
  /** Shown as `<plugin>_<name>`. */
  readonly name: string
  readonly description: string
  readonly input: JsonSchema
  readonly readOnly?: boolean
  readonly destructive?: boolean
  run(scope: WorkspaceScope, input: unknown): Promise<unknown>
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

/** A step of the onboarding checklist. */
export interface ChecklistItem {
  /** Unique in the plugin: lower-case letters, digits and hyphens. */
  readonly id: string
  readonly title: string
  /** Where it is done, relative to the workspace shell. */
  readonly path: string
  readonly done: boolean
}

/** A plugin's part of a workspace's export and of its deletion. */
export interface WorkspaceData {
  /** All data of the workspace, with no hash and no secret in it. */
  export(scope: WorkspaceContext): Promise<unknown>
  /** Erases what the host cannot see; rows of workspace tables are erased by the host. */
  erase(scope: WorkspaceContext): Promise<void>
}
