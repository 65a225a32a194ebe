/** Sections of the palette, top to bottom without a query; server results come last, because they arrive last. */
export const paletteSections = [
  'create',
  'recent',
  'commands',
  'pages',
  'actions',
  'workspaces',
  'display',
  'account',
  'records',
  'help',
] as const

/** Section of an entry. */
export type PaletteSection = (typeof paletteSections)[number]

/** Whether entries of the section come from the server, whose results are trusted. */
export function isFoundByServer(section: PaletteSection): boolean {
  return section === 'records' || section === 'help'
}

/** Something that the palette can do. */
export interface PaletteEntry {
  /** Unique in the palette. */
  readonly id: string
  readonly section: PaletteSection
  readonly label: string
  /** Distinguishes entries with the same name; searched too. */
  readonly detail?: string | undefined
  readonly icon: string
  readonly keys?: string | undefined
  /** Whether it is the current choice, such as the theme. */
  readonly isCurrent?: boolean
  /** The address, when it is a page: it can be opened in another tab, and is remembered. */
  readonly href?: string | undefined
  readonly run: () => void
}
