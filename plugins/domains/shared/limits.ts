/** Limits of domains and DNS zones. */
export const domainLimits = Object.freeze({
  /** Domains of a workspace. */
  domains: 1_000,
  /** Unverified ones among them. */
  pending: 200,
  /** Days until a domain that was never verified is removed. */
  pendingDays: 7,
  /** Days between the checks of a verified domain. */
  reverifyDays: 30,
  /** Failed checks, and days from the first of them, until a verified domain is lost. */
  failures: 3,
  failingDays: 7,
  /** Characters of a name as people write it. */
  name: 1_024,
  /** Provider accounts of a workspace. */
  accounts: 20,
  /** Zones of a workspace. */
  zones: 1_000,
  /** Record sets of a zone. */
  recordSets: 20_000,
  /** Records of a zone, and bytes of their names and data. */
  zoneRecords: 50_000,
  zoneBytes: 4 * 1024 * 1024,
  /** Record sets of all zones of a workspace, when another one is added. */
  allRecordSets: 200_000,
  /** Record sets of a workspace that users chose to watch. */
  watches: 500,
  /** Record sets of a workspace that are watched because features own them. */
  ownedWatches: 500,
  /** Tokens for dynamic DNS of a workspace. */
  ddnsTokens: 500,
  /** Names of such a token, and of an update. */
  ddnsNames: 20,
  /** Addresses of each type in an update. */
  ddnsAddresses: 8,
  /** Updates of such a token in a minute. */
  ddnsPerMinute: 5,
  /** Wrong tokens of a network in ten minutes, until they are answered `abuse`. */
  ddnsFailures: 30,
  /** Records of a record set. */
  records: 200,
  /** Characters of one record. */
  data: 10_000,
  /** Characters of a comment that is written here. */
  comment: 100,
  /** Characters of one that comes from a provider and stays. */
  presentComment: 10_000,
  /** Bytes of a zone file. */
  zoneFile: 4 * 1024 * 1024,
  /** Record sets of one request of a form; a zone file takes more. */
  edits: 1_000,
  /** Secondary servers of a zone that this host serves. */
  secondaries: 10,
  /** Keys of such a zone, and names and types of a key. */
  keys: 20,
  keyNames: 50,
  keyTypes: 20,
})
