/** What the palette lists, top to bottom when nothing is searched; what the server finds comes last, because it arrives last. */
export const paletteSections = [
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

/** What an entry is a kind of. */
export type PaletteSection = (typeof paletteSections)[number]

/** Whether the server found what stands there; it is taken at its word. */
export function isFoundByServer(section: PaletteSection): boolean {
  return section === 'records' || section === 'help'
}

/** Something that the palette can do. */
export interface PaletteEntry {
  /** Unique in the palette. */
  readonly id: string
  readonly section: PaletteSection
  readonly label: string
  /** Tells apart what bears the same name; searched too. */
  readonly detail?: string | undefined
  readonly icon: string
  readonly keys?: string | undefined
  /** Whether it is what holds at present, such as the theme. */
  readonly isCurrent?: boolean
  /** The address, when it is a page: it can be opened in another tab, and is remembered. */
  readonly href?: string | undefined
  readonly run: () => void
}
