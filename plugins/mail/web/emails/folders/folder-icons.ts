import type { Folder } from '../../../shared.ts'

export const folderIcons: Readonly<Record<Folder, string>> = {
  inbox: 'inbox',
  sent: 'send',
  drafts: 'file-pen',
  archive: 'archive',
  spam: 'shield-alert',
  trash: 'trash',
}
