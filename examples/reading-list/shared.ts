import { nothing } from '@host/plugin/wire'
import { defineEndpoint, listInput, pageOf } from '@host/plugin/zod'
import * as z from 'zod/mini'

export const NewBook = z.strictObject({
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.describe('As printed on the cover.')),
  author: z.string().check(z.trim(), z.minLength(1), z.maxLength(100), z.describe('Author of the book.')),
})

const Book = z.object({ ...NewBook.shape, id: z.string(), addedAt: z.string() })

export const listBooks = defineEndpoint({
  pattern: 'GET /api/x/reading-list/books',
  input: listInput({ sort: ['title', 'author'], search: true }),
  output: pageOf(Book),
  summary: 'List the books',
  mcp: { description: 'Lists the books of the reading list, newest first.' },
  examples: [
    {
      input: {},
      output: {
        items: [
          {
            id: 'book_01h455vb4pex5vsknk084sn02q',
            title: 'The Mythical Man-Month',
            author: 'Frederick P. Brooks',
            addedAt: '2026-01-31T08:15:00.000Z',
          },
        ],
        nextCursor: null,
      },
    },
  ],
})

export const addBook = defineEndpoint({
  pattern: 'POST /api/x/reading-list/books',
  input: NewBook,
  output: Book,
  status: 201,
  summary: 'Add a book',
  mcp: { name: 'add_book', description: 'Adds a book to the reading list, by title and author.' },
  examples: [
    {
      input: { title: 'The Mythical Man-Month', author: 'Frederick P. Brooks' },
      output: {
        id: 'book_01h455vb4pex5vsknk084sn02q',
        title: 'The Mythical Man-Month',
        author: 'Frederick P. Brooks',
        addedAt: '2026-01-31T08:15:00.000Z',
      },
    },
  ],
})

export const removeBook = defineEndpoint({
  pattern: 'DELETE /api/x/reading-list/books/{id}',
  input: nothing,
  output: nothing,
  summary: 'Remove a book',
  mcp: {
    name: 'remove_book',
    description: 'Removes a book from the reading list for good.',
    approval: true,
  },
})
