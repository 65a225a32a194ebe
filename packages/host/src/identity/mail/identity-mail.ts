/**
 * Letters about an account or an invitation.
 *
 * A letter is the only place that a link's secret is ever put into. What asks for one on behalf of a stranger uses
 * `post`: the answer to the stranger is the same and as quick whether anything is sent or not.
 */
import type { Language } from '@host/plugin'

/** The pages that links in letters lead to; each takes `?token=` and posts on a press of a button. */
export type LinkPage = '/verify' | '/reset' | '/invitation' | '/confirm-email'

/** A letter to one person. Its texts are plain; html is made of them. */
export interface Letter {
  /** A normalised address. */
  readonly to: string
  readonly language: Language
  /** One line. */
  readonly subject: string
  /** What it says, a paragraph each. */
  readonly paragraphs: readonly string[]
  /** Where it leads: a button in html, a line of its own in text. */
  readonly action?: { readonly label: string; readonly link: string } | undefined
  /** What comes after the link, such as what to do when it was somebody else who asked. */
  readonly closing?: readonly string[] | undefined
  /** The workspace that it concerns; left out for what concerns the account. */
  readonly orgId?: string | undefined
}

/** The mail of identity. */
export interface IdentityMail {
  /** What letters call this instance: the host name of its public address. */
  readonly place: string
  /** Whether letters leave this instance: it has a sender, and a public address for their links. */
  canSend(): boolean
  /**
   * The address of a page with a link's secret, under the public URL of the instance and never under what a request
   * calls it; without a public URL the path alone.
   */
  linkTo(page: LinkPage, token: string): string
  /** The address of a page that takes no secret, under the public URL. */
  pageAt(path: '/login' | '/forgot'): string
  /** Sends a letter, one try. @returns whether the sender took it; the failure is logged */
  send(letter: Letter): Promise<boolean>
  /**
   * Sends a letter behind the answer, several tries with pauses between; does nothing without a sender. What `compose`
   * does (reading the account, making a link) is behind the answer too; undefined sends nothing.
   */
  post(compose: () => Promise<Letter | undefined>): void
}
