/** Words with one space between them, however they were laid out, and without the marks that set directions apart. */
export const spaced = (text: string) =>
  text
    .replace(/[\u2068\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** What a reader sees of a mail in HTML. */
export const wordsOf = (html = '') =>
  spaced(
    html
      .replace(/<style>.*?<\/style>/s, '')
      .replace(/<\/?bdi>/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
      // A preview does not know the link for papers yet.
      .replace(/https?:\/\/\S+\/submit-papers\/\S+/g, ' '),
  )
