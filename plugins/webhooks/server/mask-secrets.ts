const mask = '••••••'

/**
 * Secrets of one form. The first group is kept, the rest is masked. The minimum length is checked separately: a counted
 * quantifier costs the check of `tools/check-patterns.ts` seconds.
 */
interface SecretForm {
  readonly form: RegExp
  readonly isSecret?: (found: string) => boolean
}

const secretForms: readonly SecretForm[] = [
  // Signing keys and our signatures.
  { form: /()whsec_[\w+/=-]+/g },
  { form: /()\bv1a?,[\w+/=-]+/g, isSecret: ({ length }) => length >= 19 },
  // Tokens of this product, and of others by their usual prefixes.
  { form: /()\bhost_[0-9A-Za-z]+/g, isSecret: ({ length }) => length >= 21 },
  {
    form: /()\b(?:sk|pk|rk|ghp|gho|ghs|github_pat|glpat|xox[abprs])[_-][\w-]+/g,
    isSecret: ({ length }) => length >= 13,
  },
  { form: /()\beyJ[\w-]*(?:\.[\w-]*)*/g, isSecret: isWebToken },
  { form: /(\b(?:Bearer|Basic|Token)\s+)[\w.~+/=-]+/gi, isSecret: ({ length }) => length >= 12 },
  // A field that is named like a secret, in JSON, in a form, in a header or in an address.
  {
    form: /((?:authorization|(?:api|access|private|secret|signing)[-_]?key|secret|passw(?:or)?d|token|signature|cookie|session[-_]?id)["']?\s*[:=]\s*)(?:"(?:[^"\\]|\\.)*|'(?:[^'\\]|\\.)*|[^\s"',;&<>}\]]+)/gi,
  },
]

/** Three parts of a JSON Web Token (RFC 7519), of which only the signature may be empty, somewhere in a dotted text. */
function isWebToken(found: string): boolean {
  const parts = found.split('.')
  return parts
    .slice(0, -2)
    .some((part, index) => part.startsWith('eyJ') && part.length >= 8 && (parts[index + 1]?.length ?? 0) >= 5)
}

/**
 * A text of an untrusted sender with probable secrets masked: an endpoint may answer with the request that it received,
 * or with its own credentials, and the delivery log has more readers than those.
 * @param known further secrets to mask, whatever they look like
 */
export function maskSecrets(text: string, known: readonly string[] = []): string {
  const masked = known.reduce((rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, mask)), text)
  return secretForms.reduce(
    (rest, { form, isSecret }) =>
      rest.replace(form, (found, kept: string) => (isSecret?.(found) === false ? found : maskBehind(kept, found))),
    masked,
  )
}

/** A quote that opens the masked text stays, since the one that closes it does. */
function maskBehind(kept: string, found: string): string {
  const quote = /^["']/.exec(found.slice(kept.length))?.[0] ?? ''
  return kept + quote + mask
}
