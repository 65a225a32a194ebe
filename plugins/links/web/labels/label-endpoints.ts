import {
  createFolder,
  createTag,
  deleteFolder,
  deleteTag,
  listFolders,
  listTags,
  renameFolder,
  renameTag,
} from '../../shared.ts'

/** Names that links have. */
export type LabelKind = 'tags' | 'folders'

/** The endpoints of tags and folders. */
export const labelEndpoints = {
  tags: { list: listTags, create: createTag, rename: renameTag, remove: deleteTag },
  folders: { list: listFolders, create: createFolder, rename: renameFolder, remove: deleteFolder },
} as const
