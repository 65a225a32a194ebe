import { parseAcmeDirectory, parseAcmeEmail, parseAcmeKey, parseAcmeProfile, parseAcmeRoots } from './acme-values.ts'
import { oneOf } from './config-values.ts'

/** How the host gets certificates from an authority. */
export const acmeVariables = {
  HOST_ACME_DIRECTORY: {
    description: 'Directory of the authority for HTTPS certificates (ACME)',
    default: 'https://acme-v02.api.letsencrypt.org/directory',
    isOfInstance: true,
    parse: parseAcmeDirectory,
  },
  HOST_ACME_EMAIL: {
    description: 'Email address that the authority may write to',
    isOfInstance: true,
    parse: parseAcmeEmail,
  },
  HOST_ACME_EAB_KEY_ID: {
    description: 'ID of an account at the authority, where it requires one (external account binding)',
    isOfInstance: true,
    parse: String,
  },
  HOST_ACME_EAB_KEY: {
    description: 'HMAC key of that account, in base64url',
    isSecret: true,
    isOfInstance: true,
    parse: parseAcmeKey,
  },
  HOST_ACME_ROOTS: {
    description:
      "PEM file of the authorities that the directory's own certificate must be from; public ones when not set",
    isOfInstance: true,
    parse: parseAcmeRoots,
  },
  HOST_ACME_PROFILE: {
    description: 'Profile of certificates, where the authority has several, such as shortlived',
    isOfInstance: true,
    parse: parseAcmeProfile,
  },
  HOST_ACME_CHALLENGE: {
    description: 'How hosts are proved outside of zones that are managed here; http-01 needs port 80, tls-alpn-01 443',
    default: 'http-01',
    isOfInstance: true,
    parse: oneOf('http-01', 'tls-alpn-01'),
  },
} as const
