/** The dialogs of a zone. */
export type ZoneDialog = 'import' | 'mail' | 'links' | 'verification' | 'remove'
