/** Previews of links in messengers and social networks. */
import * as z from 'zod/mini'
import { nothing } from '@host/plugin/wire'
import { defineEndpoint, defineUpload } from '@host/plugin/zod'
import { linkLimits } from './limits.ts'
import { LinkOut } from './links.ts'

export const changePicture = defineUpload({
  pattern: 'PUT /api/x/links/links/{id}/picture',
  // Formats without scripts, links or markup inside.
  accept: ['image/png', 'image/jpeg', 'image/webp'],
  maxBytes: linkLimits.pictureBytes,
  headBytes: linkLimits.pictureHead,
  output: LinkOut,
  audit: 'link.picture_changed',
  summary: 'Change the picture that previews of a short link show',
  description: `Each side has 1 to ${linkLimits.pictureSide} pixels, which the first ${linkLimits.pictureHead} bytes of the file state.`,
})

export const removePicture = defineEndpoint({
  pattern: 'DELETE /api/x/links/links/{id}/picture',
  input: nothing,
  output: LinkOut,
  audit: 'link.picture_removed',
  summary: 'Remove the picture that previews of a short link show',
})

export const readPicture = defineEndpoint({
  pattern: 'GET /api/x/links/links/{id}/picture/{picture}',
  input: nothing,
  output: nothing,
  summary: 'Read the picture that previews of a short link show',
  answers: { 200: { description: 'The picture.', content: { type: 'image/*' } } },
})

export const suggestPreview = defineEndpoint({
  pattern: 'POST /api/x/links/links/{id}/suggest-preview',
  input: z.strictObject({}),
  output: z.object({
    previewTitle: z.string().check(z.describe('Empty where the target states none, or does not answer with a page.')),
    previewDescription: z.string().check(z.describe('As the title.')),
  }),
  audit: false,
  changes: false,
  summary: 'Read a title and a description from the target of a short link',
  description: 'Nothing is changed.',
  errors: ['overloaded'],
})
