const MiB = 1024 * 1024

/** Limits of what people and programs write. */
export const writingLimits = Object.freeze({
  /** Recipients in all: To, Cc and Bcc. */
  recipients: 100,
  recipientName: 255,
  subject: 998,
  /** Characters of a text, and of HTML. */
  text: 200_000,
  html: 500_000,
  /** Characters of the HTML of an email that is forwarded with its formatting. */
  originalHtml: 1_000_000,
  replyTo: 5,
  /** Drafts of a mailbox. */
  drafts: 2_000,
  /** Files of an email, and their bytes: encoded, the email has at most 25 MiB. */
  files: 50,
  fileName: 200,
  fileBytes: 18 * MiB,
  /** Files that a person has uploaded and that no draft has; they are deleted after some time. */
  looseFiles: 100,
  looseHours: 24,
  /** Emails of one batch. */
  batch: 100,
  /** Bytes of the files of a batch, counted for each email that has them. */
  batchFileBytes: 36 * MiB,
  /** Days until the moment that an email is scheduled for. */
  scheduledDays: 90,
  /** Bytes of a call that writes an email, and of one that writes many. */
  body: 4 * MiB,
  batchBody: 5 * MiB,
  /** How long a key of a send is known. */
  keyHours: 48,
  signatures: 20,
  signatureName: 60,
  signatureText: 4_000,
  signatureHtml: 20_000,
  templates: 200,
  templateName: 60,
  templateKey: 40,
  templateText: 100_000,
  templateHtml: 200_000,
  variables: 50,
  variableName: 40,
  variableValue: 10_000,
})

/** Types of files that can be attached: all. A range leaves those out that run code in a browser. */
export const attachedTypes: readonly string[] = [
  '*/*',
  'text/html',
  'text/xml',
  'text/javascript',
  'application/javascript',
  'application/xml',
  'application/xhtml+xml',
  'application/rss+xml',
  'application/atom+xml',
  'image/svg+xml',
]
