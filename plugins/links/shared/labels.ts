/** Tags and folders of links. */
import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import { linkLimits } from './limits.ts'

const Name = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(linkLimits.labelName), z.refine(isDisplayName, displayNameComplaint.en))

/** A tag by its name. Commas and vertical bars separate tags in files. */
export const TagName = Name.check(
  z.regex(/^[^,|]*$/, 'Use no commas and no vertical bars.'),
  z.describe('Compared without case.'),
)

/** Names of the tags of a link, or of some of them. */
export const TagNames = z.array(TagName).check(z.maxLength(linkLimits.tagsOfLink))

const LabelOut = z.object({ id: z.string(), name: z.string() })

/** A tag or a folder. */
export type Label = z.infer<typeof LabelOut>

const tag: Label = { id: 'linktag_01h455vb4pex5vsknk084sn02q', name: 'Autumn' }
const folder: Label = { id: 'linkfolder_01h455vb4pex5vsknk084sn02q', name: 'Newsletters' }

export const listTags = defineEndpoint({
  pattern: 'GET /api/x/links/tags',
  input: nothing,
  output: z.object({ items: z.array(LabelOut) }),
  summary: 'List the tags of links, by name',
  mcp: { name: 'list_tags', description: 'Lists the tags that short links can have, by name.' },
  examples: [{ input: undefined, output: { items: [tag] } }],
})

export const createTag = defineEndpoint({
  pattern: 'POST /api/x/links/tags',
  input: z.strictObject({ name: TagName }),
  output: LabelOut,
  status: 201,
  audit: 'link.tag_created',
  summary: 'Create a tag for links',
  errors: ['conflict'],
  examples: [{ input: { name: tag.name }, output: tag }],
})

export const renameTag = defineEndpoint({
  pattern: 'PATCH /api/x/links/tags/{id}',
  input: z.strictObject({ name: TagName }),
  output: LabelOut,
  audit: 'link.tag_renamed',
  summary: 'Rename a tag on all its links',
  errors: ['conflict'],
})

export const deleteTag = defineEndpoint({
  pattern: 'DELETE /api/x/links/tags/{id}',
  input: nothing,
  output: nothing,
  audit: 'link.tag_deleted',
  summary: 'Delete a tag and take it off all links',
})

export const listFolders = defineEndpoint({
  pattern: 'GET /api/x/links/folders',
  input: nothing,
  output: z.object({ items: z.array(LabelOut) }),
  summary: 'List the folders of links, by name',
  mcp: { name: 'list_folders', description: 'Lists the folders that short links can be in, with their ids.' },
  examples: [{ input: undefined, output: { items: [folder] } }],
})

export const createFolder = defineEndpoint({
  pattern: 'POST /api/x/links/folders',
  input: z.strictObject({ name: Name }),
  output: LabelOut,
  status: 201,
  audit: 'link.folder_created',
  summary: 'Create a folder for links',
  errors: ['conflict'],
  examples: [{ input: { name: folder.name }, output: folder }],
})

export const renameFolder = defineEndpoint({
  pattern: 'PATCH /api/x/links/folders/{id}',
  input: z.strictObject({ name: Name }),
  output: LabelOut,
  audit: 'link.folder_renamed',
  summary: 'Rename a folder of links',
  errors: ['conflict'],
})

export const deleteFolder = defineEndpoint({
  pattern: 'DELETE /api/x/links/folders/{id}',
  input: nothing,
  output: nothing,
  audit: 'link.folder_deleted',
  summary: 'Delete a folder; its links stay',
})
