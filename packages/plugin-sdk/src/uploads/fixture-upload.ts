import { defineUpload, nothing } from '@host/plugin/wire'

/** An upload for stories and tests. */
export const fixtureUpload = defineUpload({
  pattern: 'POST /api/x/fixture/files',
  accept: ['image/*', 'application/pdf'],
  maxBytes: 2_000_000,
  output: nothing,
  summary: 'Add a file',
})
