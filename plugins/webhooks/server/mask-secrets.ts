const mask = '••••••'

/** What looks like a secret, wherever it stands; `$1` is kept. */
const secretForms: readonly RegExp[] = [
  // Signing keys and our signatures.
  /()whsec_[\w+/=-]+/g,
  /()\bv1a?,[\w+/=-]{16,}/g,
  // Tokens of this product, and of others by their usual beginnings.
  /()\bhost_[0-9A-Za-z]{16,}/g,
  /()\b(?:sk|pk|rk|ghp|gho|ghs|github_pat|glpat|xox[abprs])[_-][\w-]{10,}/g,
  /()\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/g,
  /(\b(?:Bearer|Basic|Token)\s+)[\w.~+/=-]{6,}/gi,
  // A field that is named like a secret, in JSON, in a form, in a header or in an address.
  /((?:authorization|(?:api|access|private|secret|signing)[-_]?key|secret|passw(?:or)?d|token|signature|cookie|session[-_]?id)["']?\s*[:=]\s*(["']))(?:(?!\2)[^\\]|\\.)*/gi,
  /((?:authorization|(?:api|access|private|secret|signing)[-_]?key|secret|passw(?:or)?d|token|signature|cookie|session[-_]?id)["']?\s*[:=]\s*)[^\s"',;&<>}\]]+/gi,
]

/**
 * A text of a stranger with what looks like a secret masked: an endpoint may answer with the request that it got, or with
 * its own credentials, and the log of deliveries is read by more people than those.
 * @param known secrets to mask besides, whatever they look like
 */
export function maskSecrets(text: string, known: readonly string[] = []): string {
  const masked = known.reduce((rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, mask)), text)
  return secretForms.reduce((rest, form) => rest.replace(form, `$1${mask}`), masked)
}
