// What pages and letters promise about a typed answer. `readingsOfAnswer` implements it; a page that only states it does not load that.

export const answerPromise = 'Capitals, accents, punctuation, spaces and a leading “the” or “at” make no difference.';
