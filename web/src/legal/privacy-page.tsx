// The Privacy Policy: what is known, why, who sees it, how long. It claims what is built and no more.
import { LegalText } from './legal-text.tsx';
import { privacySections } from './privacy-sections.tsx';

export default function PrivacyPage() {
  return (
    <LegalText
      title="Privacy Policy"
      summary="We keep what a vault needs and nothing for our own use. We do not sell data, show advertising or follow you around the web. What you write is shown to you and, after the release, to your recipient, and to nobody else by the service."
      sections={privacySections}
    />
  );
}
