import { column, model } from '@host/plugin'

/** A sender whose remote images a person always sees. */
export const ImageSender = model(
  'mail_image_senders',
  {
    id: column.id('mailimagesender'),
    org_id: column.org(),
    user_id: column.text({ max: 60 }),
    /** In lower case. */
    address: column.text({ max: 320 }),
    created_at: column.time({ default: 'now' }),
  },
  {
    unique: [['org_id', 'user_id', 'address']],
    index: [
      ['org_id', 'id'],
      ['org_id', 'user_id', 'created_at', 'id'],
    ],
    label: 'address',
  },
)
