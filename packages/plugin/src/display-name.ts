/**
 * Names given by users: to themselves, workspaces, tokens, views and anything else shown to others. One rule for all of
 * them, so that no name reverses the text around it, breaks a line, or is invisible.
 */

/** The message for a name that breaks the rule. */
export const displayNameComplaint = Object.freeze({
  en: 'Use visible characters on one line, without formatting characters.',
  zh: '请使用可见字符，不含换行和格式控制字符。',
})

/**
 * Whether a text can be shown as a name: one line, at least one visible character, and no control or format character.
 * A zero-width joiner passes between two pictographs alone, where it makes one emoji of them.
 * @example const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100), z.refine(isDisplayName))
 * @since 1.0.0
 */
export function isDisplayName(text: string): boolean {
  return hasVisible.test(text) && !refused.test(text.replaceAll(emojiJoiner, '$1'))
}

const hasVisible = /[^\s\p{Default_Ignorable_Code_Point}\p{M}\p{Cc}\p{Cf}\p{Z}\u{2800}]/u
const refused = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const emojiJoiner = /([\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?)\u200D(?=\p{Extended_Pictographic})/gu
