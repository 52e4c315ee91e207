// What pages and letters promise about a typed answer. `readingsOfAnswer` implements it; a page that only states the promise does not load
// that function.

export const answerPromise = 'Capitals, accents, punctuation, spaces and a leading “the” or “at” make no difference.';
