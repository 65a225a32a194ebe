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

/** What waits on a page, from a plugin's `badges`. */
export interface MenuBadge {
  /** The path of the menu. */
  readonly path: string
  /** 1 to 999. */
  readonly count: number
}

/**
 * What the plugins of a workspace add to its shell, asked in the name of whoever sends the request. A plugin that is
 * switched off is not asked, and what leads to a page above the caller's role is left out. One that throws, answers
 * anything else than its capability promises or takes too long (1 s for a search, 2 s else) adds nothing, which is
 * logged as its fault.
 * @throws Problem `unauthenticated` or `no_workspace` for a request that comes from no member
 */
export interface ContributionsService {
  /** At most 20 records of each plugin. */
  search(request: Request, query: string): Promise<readonly FoundRecord[]>
  /** At most 10 steps of each plugin. */
  checklist(request: Request): Promise<readonly ChecklistStep[]>
  /** The menus where something waits. */
  badges(request: Request): Promise<readonly MenuBadge[]>
}

/** What the plugins of a workspace add to its shell. */
export const Contributions = serviceToken<ContributionsService>('core.contributions')
