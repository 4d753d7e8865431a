-- The operators' stream reads the withdrawals that have not ended, several times a second.
create index withdrawals_open on withdrawals (id) where ended_at is null;

-- Alerts of a severity that is rare; most are of severity info.
create index operator_alerts_grave on operator_alerts (severity, id) where severity <> 'info';
