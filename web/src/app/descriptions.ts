// What search engines and previews show about each public page. Only the build reads it.
export const descriptions: Readonly<Record<string, string>> = {
  '/': 'Create secure digital vaults to store messages, memories, and meaningful content for your loved ones. Someone you trust releases them when the time comes.',
  '/about': 'Why we built a place for the words and memories people want to leave behind.',
  '/pricing': 'Four plans: pay once for a vault, or monthly with the first month free. Cancel anytime.',
  '/terms': 'The agreement between you and us: what the service does, what it cannot promise, and what we ask of you.',
  '/privacy': 'What we know about you, why, who else sees it, how we protect it, and how long we store it.',
  '/accessibility': 'How we test that everyone can use the pages, what we know is missing, and whom to write to.',
  '/help':
    'Ten questions people ask about vaults, executors and recipients, what to do with a code, and whom to write to.',
  '/transparency': 'How the activity of every vault is signed once a day, and how anyone can check it.',
  '/executor-guide':
    'For someone who was asked to pass on what a person leaves behind: when to release a vault, how, and whom to ask.',
};
