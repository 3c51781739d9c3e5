/** From so many characters on a part of a name or an e-mail finds a person, as the trigram index serves it. */
export const SHORTEST_PART = 3
