const before = /(?<=[\p{Script=Latin}\p{N}%])(?=\p{Script=Han})/gu
const after = /(?<=\p{Script=Han})(?=[\p{Script=Latin}\p{N}])/gu

/** Puts one space between Chinese characters and words or numbers beside them, which the platform's formats leave out. */
export function spaceChinese(text: string): string {
  return text.replace(before, ' ').replace(after, ' ')
}
