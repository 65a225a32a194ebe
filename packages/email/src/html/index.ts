export { plainTextOfHtml } from './plain-text.ts'
export { sanitizeHtml } from './sanitize-html.ts'
