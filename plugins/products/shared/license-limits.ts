/** Limits of licenses. */
export const licenseLimits = Object.freeze({
  /** Licenses of a workspace, revoked ones too. */
  licenses: 100_000,
  /** Licenses of one call, and lines and characters of an imported file. */
  atOnce: 100,
  importRows: 1_000,
  importText: 300_000,
  /** The most machines that a license can allow, and those that an answer lists. */
  machines: 1_000,
  listed: 100,
  entitlements: 20,
  limits: 10,
  /** Bytes of a license with its limits. */
  body: 64 * 1024,
  /** Characters of a name of an entitlement or limit. */
  name: 40,
  limitValue: 1_000_000_000,
  validDays: 3_650,
  email: 320,
  customerName: 120,
  key: 512,
  importedKey: 100,
  fingerprint: 128,
  machineName: 80,
  nonce: 64,
  /** Signing keys of a workspace, those that sign no more too. */
  signingKeys: 20,
  activationsAnHour: 10,
  validationsAMinute: 60,
  /** Calls of all machines of a license together. */
  callsAMinute: 3_000,
})
