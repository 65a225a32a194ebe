const MiB = 1024 * 1024

/** Limits of mailboxes and emails. */
export const mailLimits = Object.freeze({
  /** Mailboxes of a workspace, and aliases of one. */
  mailboxes: 1_000,
  aliases: 50,
  /** Members who may read one mailbox. */
  members: 200,
  mailboxName: 60,
  /** Characters of an address, and bytes of the part before its @. */
  address: 254,
  localPart: 64,
  retentionDays: 3_650,
  /** Bytes of an email, and of one as JSON, where files are a third longer. */
  message: 25 * MiB,
  jsonBody: 36 * MiB,
  /** Recipients that one delivery may name. */
  recipients: 100,
  /** Characters of the text that is stored, and of the HTML. The raw email has all of them. */
  text: 200_000,
  html: 4 * MiB,
  /** Attachments that are stored apart; further ones are in the raw email only. */
  attachments: 100,
  /** Addresses of one header that are stored, and that a list shows. */
  addresses: 100,
  listedAddresses: 3,
  /** Emails that one call changes or deletes. */
  changedAtOnce: 200,
  /** Bytes of an email as JSON, which the main thread reads; larger ones come as `message/rfc822`. */
  json: 5 * MiB,
  /** Bytes of a remote image, characters of its address, and images that a member loads in a minute. */
  image: 5 * MiB,
  imageUrl: 2_000,
  imagesInMinute: 300,
  /** Senders whose remote images a member always sees. */
  imageSenders: 500,
  /** Labels of a workspace and of an email, and characters of a name. */
  labels: 200,
  labelsOfEmail: 20,
  labelName: 50,
  /** Rules of a mailbox, conditions of one, characters of a condition, and addresses that a mailbox forwards to. */
  rules: 50,
  conditions: 10,
  conditionText: 200,
  forwards: 10,
  /** Deliveries by HTTP that one process receives at the same time. */
  /** Deliveries by HTTP that one process receives at the same time, and those of one workspace among them. */
  inboundAtOnce: 8,
  inboundOfWorkspace: 3,
  /** Domains that a workspace sends from. */
  senders: 200,
  fewestRotateDays: 30,
  mostRotateDays: 730,
})
