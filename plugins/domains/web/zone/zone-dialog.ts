/** The dialogs of a zone. */
export type ZoneDialog = 'import' | 'mail' | 'links' | 'verification' | 'remove'

/** Presets in the order of the menu. */
export const presetDialogs = ['mail', 'links', 'verification'] as const
