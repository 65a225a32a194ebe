/** Limits of short links. */
export const linkLimits = Object.freeze({
  /** Links of a workspace. */
  links: 2_000_000,
  /** Addresses that printed links of a workspace had before, which are never given again. */
  retired: 10_000,
  /** Hosts of a workspace. */
  hosts: 100,
  /** Characters of a slug. */
  slug: 190,
  /** Bytes of a target. */
  url: 8_192,
  /** Rules of a link, and bytes of all as JSON, which a memory index holds beside two addresses. */
  rules: 50,
  rulesText: 40_000,
  /** Values of all conditions of a link: each visit may be compared with all. */
  ruleValues: 500,
  /** Time zones of a link: the first look at the time of each takes long. */
  ruleZones: 10,
  /** Versions of a link; the oldest are deleted. */
  versions: 500,
  /** The latest clicks that a file of them has. */
  exportedClicks: 100_000,
  /** UTM templates of a workspace, and characters of a name and of a value. */
  utmTemplates: 100,
  utmName: 60,
  utmValue: 128,
  /** Days of shared statistics. */
  sharedDays: 30,
  /** Links of the list of most visited ones. */
  topLinks: 5,
  title: 200,
  /** Characters of the texts of a preview, and bytes and pixels of each side of its picture. */
  previewTitle: 120,
  previewDescription: 300,
  pictureBytes: 1_000_000,
  pictureSide: 4_096,
  /** Bytes of a picture in which its size is looked for: a JPEG can have other data in front. */
  pictureHead: 256 * 1024,
  /** Tags, and folders, of a workspace. */
  labels: 200,
  labelName: 50,
  tagsOfLink: 20,
  externalId: 190,
  /** Links that one call creates, and that one changes or deletes. */
  createdAtOnce: 100,
  changedAtOnce: 500,
  /** Rows of an imported file, its characters, columns, and lines of its report that are kept. */
  importRows: 20_000,
  importCharacters: 10_000_000,
  importColumns: 100,
  importLines: 500,
  note: 2_000,
  /** Days for which single clicks are kept; their counts stay. */
  clickDays: 90,
  /** Days of a range of statistics. */
  statisticDays: 400,
  /** Characters of a password. */
  password: 200,
  /** Characters of a report, of a request for review, and of the operator's note. */
  reportText: 1_000,
  reviewText: 1_000,
  quarantineNote: 500,
  /** Characters of the page for unknown slugs. */
  notFoundText: 1_000,
  /** Hosts that instance admins deny, beside the operator's file. */
  deniedHosts: 10_000,
  /** The largest limit of visits. */
  clicks: 1_000_000_000,
})
