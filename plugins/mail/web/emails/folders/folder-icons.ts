import type { Folder } from '../../../shared.ts'

/** Written as properties named `icon`, by which a build finds the drawings that pages need. */
export const folderIcons: Readonly<Record<Folder | 'drafts', { readonly icon: string }>> = {
  inbox: { icon: 'inbox' },
  sent: { icon: 'send' },
  drafts: { icon: 'file-pen' },
  archive: { icon: 'archive' },
  spam: { icon: 'shield-alert' },
  trash: { icon: 'trash' },
}
