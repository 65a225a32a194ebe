/** Folders of every mailbox, in the order in which they are listed. Drafts are no emails yet, and have a list of their own. */
export const folders = ['inbox', 'sent', 'archive', 'spam', 'trash'] as const

/** Folders that received emails can be moved to. */
export const targetFolders = ['inbox', 'archive', 'spam', 'trash'] as const

export type Folder = (typeof folders)[number]
export type TargetFolder = (typeof targetFolders)[number]
