import type { DraftContent } from './draft-content.ts'

/**
 * What was typed and not saved yet, in the browser: it survives a session that ended, a crash and a lost network. It is
 * there for the same person alone, and gone once the server has it.
 */
export interface DraftBackup {
  readonly revision: number
  readonly content: DraftContent
}

const keyOf = (userId: string, draftId: string): string => `mail.draft.${userId}.${draftId}`

export function readBackup(userId: string, draftId: string): DraftBackup | undefined {
  try {
    const text = localStorage.getItem(keyOf(userId, draftId))
    return text === null ? undefined : (JSON.parse(text) as DraftBackup)
  } catch {
    return undefined
  }
}

export function writeBackup(userId: string, draftId: string, backup: DraftBackup | undefined): void {
  try {
    if (backup === undefined) localStorage.removeItem(keyOf(userId, draftId))
    else localStorage.setItem(keyOf(userId, draftId), JSON.stringify(backup))
  } catch {
    // Without room in the browser, the server alone has the draft.
  }
}
