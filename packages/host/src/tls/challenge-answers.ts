import type { MaybePromise } from '@host/plugin'
import type { PemPair } from './certificate-files.ts'

/** Answers of pending challenges, which an authority asks for before it issues a certificate (RFC 8555 §8). */
export interface ChallengeAnswers {
  /**
   * The body of `/.well-known/acme-challenge/<token>` (HTTP-01); undefined where no challenge has the token. It decides
   * about unknown tokens from memory: anyone may ask.
   */
  httpAnswer(token: string): MaybePromise<string | undefined>
  /**
   * The certificate that answers TLS-ALPN-01 (RFC 8737) for a host; undefined where none is pending. It decides about
   * unknown hosts from memory.
   * @param host as `normalizeHostName` has it
   */
  challengeCertificate(host: string): MaybePromise<PemPair | undefined>
}
