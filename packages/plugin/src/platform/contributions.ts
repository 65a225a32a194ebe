import type { ChecklistItem, SearchHit } from '../capabilities.ts'
import { serviceToken } from '../service.ts'

/** A record that a plugin's `search` found. */
export interface FoundRecord extends SearchHit {
  readonly plugin: string
  /** The icon of the record's page. */
  readonly icon: string
}

/** A step that a plugin's `checklist` named. */
export interface ChecklistStep extends ChecklistItem {
  readonly plugin: string
}

/** A count for a page, from a plugin's `badges`. */
export interface MenuBadge {
  /** The path of the menu. */
  readonly path: string
  /** 1 to 999. */
  readonly count: number
}

/** A plugin with sample data. */
export interface SampleSource {
  readonly plugin: string
  /** Adds it. @returns the IDs of the records @throws the error of the plugin, or a TypeError for an invalid answer */
  add(): Promise<readonly string[]>
  /** Removes it. @throws the error of the plugin */
  remove(ids: readonly string[]): Promise<void>
}

/**
 * Contributions of a workspace's plugins to its shell, requested in the name of the caller. A disabled plugin is not
 * asked, and entries that lead to a page above the caller's role are left out. A plugin that throws, returns an invalid
 * answer or takes too long (1 s for a search, 2 s else) adds nothing, which is logged as its fault.
 * @throws Problem `unauthenticated` or `no_workspace` for a request of a non-member
 */
export interface ContributionsService {
  /** At most 20 records of each plugin. */
  search(request: Request, query: string): Promise<readonly FoundRecord[]>
  /** At most 10 steps of each plugin. */
  checklist(request: Request): Promise<readonly ChecklistStep[]>
  /** The menus where something waits. */
  badges(request: Request): Promise<readonly MenuBadge[]>
  /** The plugins with sample data, in the order in which they are mounted. Call them in a transaction. */
  sampleData(request: Request): Promise<readonly SampleSource[]>
}

/**
 * Contributions of a workspace's plugins to its shell.
 *
 * Audience: platform.
 */
export const Contributions = serviceToken<ContributionsService>('core.contributions')
